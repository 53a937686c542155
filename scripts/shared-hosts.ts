// Domains shared by unrelated sites, such as `vercel.app`, that the Public Suffix List lacks.

/**
 * Hosts under which anybody can get a name, although the Public Suffix List does not contain them;
 * with `*.`, any name under a host, such as its regions.
 * Each comment links to the host's own documentation of its names.
 */
export const SHARED_HOSTS: readonly string[] = [
  // https://docs.github.com/codespaces/developing-in-a-codespace/forwarding-ports-in-your-codespace
  'github.dev',
  'app.github.dev',
  'preview.app.github.dev',
  // https://developer.stackblitz.com/platform/webcontainers/browser-support
  'webcontainer.io',
  'local.webcontainer.io',
  'local-corp.webcontainer.io',
  'local-credentialless.webcontainer.io',
  'w-corp.webcontainer.io',
  'w-credentialless.webcontainer.io',
  'stackblitz.io',
  'webcontainer-api.io',
  'local-credentialless.webcontainer-api.io',
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
  'lhr.rocks',
  'serveousercontent.com',
  'pinggy.link',
  'a.pinggy.link',
  'free.pinggy.link',
  'a.free.pinggy.link',
  // https://www.gitpod.io/docs/configure/workspaces/ports
  'gitpod.io',
  '*.gitpod.io',
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
  '*.devtunnels.ms',
  // https://cloud.google.com/workstations/docs/develop-code-using-local-vscode-editor
  'cloudworkstations.dev',
  '*.cloudworkstations.dev',
  'idx.dev',
  // https://www.back4app.com/docs-containers
  'b4a.app',
  // https://fleek.xyz/docs/platform/domains/
  'on.fleek.co',
  // https://localxpose.io/docs
  'loclx.io',
  // https://www.koyeb.com/docs/run-and-scale/domains
  'koyeb.app',
  // https://sslip.io/ and https://nip.io/: names of every address
  'sslip.io',
  'nip.io',
  // https://support.squarespace.com/hc/en-us/articles/205812378
  'squarespace.com',
  // https://neocities.org/
  'neocities.org',
  // https://kinsta.com/docs/application-hosting/domains/ and https://docs.sevalla.com/
  'kinsta.app',
  'kinsta.page',
  'sevalla.app',
  'sevalla.page',
  // https://docs.zrok.io/docs/concepts/sharing-public/
  'share.zrok.io',
  // https://docs.ghost.org/hosting
  'ghost.io',
  // https://learn.microsoft.com/azure/static-web-apps/preview-environments
  '*.1.azurestaticapps.net',
  '*.2.azurestaticapps.net',
  '*.3.azurestaticapps.net',
  '*.4.azurestaticapps.net',
  '*.5.azurestaticapps.net',
  '*.6.azurestaticapps.net',
  '*.7.azurestaticapps.net',
  // https://learn.microsoft.com/azure/container-apps/ingress-overview
  '*.azurecontainerapps.io',
  // https://learn.microsoft.com/azure/app-service/reference-dangling-subdomain-prevention
  '*.azurewebsites.net',
  // https://learn.microsoft.com/azure/frontdoor/endpoint
  '*.azurefd.net',
  // https://learn.microsoft.com/azure/storage/blobs/storage-blob-static-website
  '*.web.core.windows.net',
  // https://learn.microsoft.com/azure/virtual-machines/create-fqdn
  '*.cloudapp.azure.com',
  // https://modal.com/docs/guide/webhook-urls
  'modal.run',
  // https://doc.scalingo.com/platform/app/domain
  '*.scalingo.io',
  // https://cloud.ibm.com/docs/codeengine?topic=codeengine-access-service
  '*.codeengine.appdomain.cloud',
  // https://www.alibabacloud.com/help/en/oss/user-guide/regions-and-endpoints
  '*.aliyuncs.com',
];
