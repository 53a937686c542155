import { parse } from 'tldts';

// Names that no registry would hand out are treated like any other.
const PARSING = { allowPrivateDomains: true, validateHostname: false };

/**
 * Hosts under which anybody can get a name, although the Public Suffix List does not contain them.
 * Each comment links to the host's own documentation of its names.
 */
const SHARED_HOSTS: readonly string[] = [
  // https://docs.github.com/codespaces/developing-in-a-codespace/forwarding-ports-in-your-codespace
  'github.dev',
  'app.github.dev',
  // https://developer.stackblitz.com/platform/webcontainers/browser-support
  'webcontainer.io',
  'local.webcontainer.io',
  'local-corp.webcontainer.io',
  'local-credentialless.webcontainer.io',
  'w-corp.webcontainer.io',
  'w-credentialless.webcontainer.io',
  'stackblitz.io',
  // https://theboroer.github.io/localtunnel-www/
  'loca.lt',
  'localtunnel.me',
  // https://wordpress.com/support/domains/
  'wordpress.com',
  // https://codesandbox.io/docs/learn/sandboxes/overview
  'codesandbox.io',
  // https://blog.glitch.com/post/changes-are-coming-to-glitch
  'glitch.me',
  // https://serveo.net/ and https://localhost.run/docs/ and https://pinggy.io/docs/
  'serveo.net',
  'lhr.life',
  'pinggy.link',
  // https://www.gitpod.io/docs/configure/workspaces/ports
  'gitpod.io',
  // https://help.tumblr.com/knowledge-base/change-blog-url
  'tumblr.com',
  // https://support.substack.com/hc/en-us/articles/360051222571
  'substack.com',
  // https://www.weebly.com/domains
  'weebly.com',
  // https://www.gradio.app/guides/sharing-your-app
  'gradio.live',
  // https://learn.microsoft.com/azure/developer/dev-tunnels/overview
  'devtunnels.ms',
  // https://cloud.google.com/workstations/docs/develop-code-using-local-vscode-editor
  'cloudworkstations.dev',
  'idx.dev',
];

/** Whether anybody can get a name under a domain: `com`, `co.uk`, `github.io`, `loca.lt`. */
export function isOpenToAll(domain: string): boolean {
  if (SHARED_HOSTS.includes(domain)) return true;
  const { publicSuffix, isIcann, isPrivate } = parse(domain, PARSING);
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

/**
 * The part of a host that says whose it is: the registered domain, such as `example.co.uk` or
 * `alice.github.io`; an address or a public suffix as a whole.
 */
export function ownedPart(host: string): string {
  const name = host.replace(/\.$/, '');
  const shared = SHARED_HOSTS.filter((each) => name.endsWith(`.${each}`));
  const [longest] = shared.toSorted((a, b) => b.length - a.length);
  if (longest !== undefined) return withLabelBefore(host, longest);
  const { domain } = parse(name, PARSING);
  return domain === null ? host : siteOnly(host.slice(host.lastIndexOf(domain)));
}

/** Whether anybody can register names under the top-level domain of a host, unlike `internal`. */
export function isPublic(host: string): boolean {
  const { isIcann, isPrivate, isIp } = parse(host.replace(/\.$/, ''), PARSING);
  return isIp === true || isIcann === true || isPrivate === true;
}

function withLabelBefore(host: string, suffix: string): string {
  const [label = ''] = host
    .slice(0, host.lastIndexOf(`.${suffix}`))
    .split('.')
    .slice(-1);
  return `${label}${host.slice(host.lastIndexOf(`.${suffix}`))}`;
}

/**
 * A Netlify preview is named after what it previews and the site, as in `pr-7--site.netlify.app`. No
 * site's name has two hyphens in a row.
 *
 * https://docs.netlify.com/site-deploys/deploy-previews/
 */
function siteOnly(domain: string): string {
  return domain.endsWith('.netlify.app')
    ? domain.slice(domain.lastIndexOf('--') + 1).replace(/^-/, '')
    : domain;
}
