import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { ROUTES } from '../../src/http/routes.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { ENVIRONMENT } from './image.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const manifestsIn = (path: string) =>
  parseAllDocuments(readFileSync(join(project, 'deploy/kubernetes', path), 'utf8')).map(
    (document) => document.toJS(),
  );
const single = manifestsIn('food-lookup.yaml');
const fleet = manifestsIn('fleet/food-lookup.yaml');
const [deployment, service, budget] = single;

/** The model that validates each kind, and its API version. */
const KINDS = {
  Deployment: [Deployment, 'apps/v1'],
  Service: [Service, 'v1'],
  PodDisruptionBudget: [PodDisruptionBudget, 'policy/v1'],
  Ingress: [Ingress, 'networking.k8s.io/v1'],
  NetworkPolicy: [NetworkPolicy, 'networking.k8s.io/v1'],
  HorizontalPodAutoscaler: [HorizontalPodAutoscaler, 'autoscaling/v2'],
} as const;
const kindOf = ({ kind }: { kind: keyof typeof KINDS }) => KINDS[kind];

test('the manifests fit the schemas of Kubernetes', () => {
  const kinds = [single, fleet].map((manifests) => manifests.map(({ kind }) => kind));
  expect(kinds).toEqual([
    ['Deployment', 'Service', 'PodDisruptionBudget'],
    [
      ...['Deployment', 'Deployment', 'Service', 'Ingress'],
      ...['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'NetworkPolicy'],
    ],
  ]);
  for (const manifest of [...single, ...fleet]) {
    const [Model, version] = kindOf(manifest);
    expect(manifest.apiVersion).toBe(version);
    new Model(manifest).validate();
  }
});

test('the manifests have no property that Kubernetes does not know', () => {
  // The schemas ignore unknown properties; TypeScript rejects them in literals.
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-kubernetes-'));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const file = join(folder, 'manifests.ts');
  const values = [...single, ...fleet].map((value, n) => {
    const type = `import('kubernetes-models/${kindOf(value)[1]}').I${value.kind}`;
    return `export const value${n}: ${type} = ${JSON.stringify(value)};`;
  });
  writeFileSync(file, values.join('\n'));
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const check = () =>
    execFileSync(process.execPath, [tsc, ...flags, file], { cwd: folder, stdio: 'pipe' });
  expect(check).not.toThrow();
});

const { template, selector } = deployment.spec;
const pod = template.spec;
const [container] = pod.containers;

test('the service and the disruption budget select the pods', () => {
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expect(budget.spec.selector).toEqual(selector);
  expect(deployment.spec.replicas).toBeGreaterThan(budget.spec.maxUnavailable);
  expect(container.image).toBe(`food-lookup:${manifest.version}`);
});

test('the probes call paths that the service answers, on its port', () => {
  const { readinessProbe, livenessProbe } = container;
  expect(readinessProbe.httpGet.path).toBe(ROUTES.ready.path);
  expect(livenessProbe.httpGet.path).toBe(ROUTES.live.path);
  const [port] = container.ports;
  expect(port.containerPort).toBe(Number(ENVIRONMENT.PORT));
  const named = [readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.port);
  expect([...named, service.spec.ports[0].targetPort]).toEqual(Array(3).fill(port.name));
});

const environmentOf = ({ env }: typeof container): Readonly<Record<string, string>> =>
  Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
const environment = environmentOf(container);

test('a pod has time to drain and to stop', () => {
  const drainSeconds = Number(environment.DRAIN_DELAY_SECONDS);
  const readiness = container.readinessProbe;
  expect(drainSeconds).toBeGreaterThan(readiness.periodSeconds * readiness.failureThreshold);
  // Requests in progress have 10 s.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10);
});

const known = SETTINGS.flatMap(({ variable, isSecret }) =>
  isSecret ? [variable, `${variable}_FILE`] : [variable],
);

test('a pod has no privileges, no writable folder, and its secret in a file', () => {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const [mount] = container.volumeMounts;
  expect(environment.DATABASE_URL_FILE).toBe(`${mount.mountPath}/database-url`);
  expect(pod.volumes[0]).toMatchObject({ name: mount.name, secret: { secretName: 'food-lookup' } });
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
});

test('the fleet: only the builder knows the database, and all referenced objects exist', () => {
  const [builder, services, ...others] = fleet;
  const [one, many] = [builder, services].map((each) => each.spec.template.spec);
  const [ofBuilder, ofService] = [one, many].map(({ containers }) => environmentOf(containers[0]));
  expect([ofBuilder?.DATABASE_URL_FILE, ofService?.DATABASE_URL_FILE]).toEqual([
    '/run/secrets/food-lookup/database-url',
    undefined,
  ]);
  expect([ofService?.FOOD_FOLLOW, ofService?.FOOD_INDEX_FILE]).toEqual([
    'true',
    ofBuilder?.FOOD_INDEX_FILE,
  ]);
  for (const { containers, volumes, securityContext } of [one, many]) {
    const [{ volumeMounts, image, securityContext: rights, env }] = containers;
    expect(image).toBe(container.image);
    expect(rights).toEqual(container.securityContext);
    expect(securityContext).toMatchObject(pod.securityContext);
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    expect(names(volumeMounts)).toEqual(names(volumes));
    expect(names(env).filter((name) => !known.includes(name))).toEqual([]);
  }
  expect(many.containers[0].readinessProbe).toEqual(container.readinessProbe);
  const [itsService, ingress, autoscaler, itsBudget, policy] = others;
  const { matchLabels } = services.spec.selector;
  expect(services.spec.template.metadata.labels).toEqual(matchLabels);
  expect(builder.spec.template.metadata.labels).toEqual(builder.spec.selector.matchLabels);
  expect(itsService.spec).toEqual({ ...service.spec, selector: matchLabels });
  expect([itsBudget.spec.selector, policy.spec.podSelector]).toEqual(
    Array(2).fill({ matchLabels }),
  );
  expect(autoscaler.spec.scaleTargetRef.name).toBe(services.metadata.name);
  expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe(itsService.metadata.name);
});
