import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { ROUTES } from '../../src/http/routes.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { ENVIRONMENT } from './image.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(project, 'deploy/kubernetes/food-lookup.yaml'), 'utf8');
const documents = parseAllDocuments(text).map((document) => document.toJS());
const [deployment, service, budget] = documents;

test('the manifests fit the schemas of Kubernetes', () => {
  expect(documents.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
    'apps/v1 Deployment',
    'v1 Service',
    'policy/v1 PodDisruptionBudget',
  ]);
  new Deployment(deployment).validate();
  new Service(service).validate();
  new PodDisruptionBudget(budget).validate();
});

test('the manifests have no property that Kubernetes does not know', () => {
  // The schemas pass unknown ones over. The types do not, in values that are written out.
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-kubernetes-'));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const file = join(folder, 'manifests.ts');
  writeFileSync(
    file,
    `import type { IDeployment } from 'kubernetes-models/apps/v1';
     import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
     import type { IService } from 'kubernetes-models/v1';
     export const deployment: IDeployment = ${JSON.stringify(deployment)};
     export const service: IService = ${JSON.stringify(service)};
     export const budget: IPodDisruptionBudget = ${JSON.stringify(budget)};`,
  );
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const check = () =>
    execFileSync(process.execPath, [tsc, ...flags, file], { cwd: folder, stdio: 'pipe' });
  expect(check).not.toThrow();
});

const { template, selector } = deployment.spec;
const pod = template.spec;
const [container] = pod.containers;

test('the service and the budget are those of the pods', () => {
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expect(budget.spec.selector).toEqual(selector);
  expect(deployment.spec.replicas).toBeGreaterThan(budget.spec.maxUnavailable);
  expect(container.image).toBe(`food-lookup:${manifest.version}`);
});

test('the probes ask for what the service answers, on its port', () => {
  const { startupProbe, readinessProbe, livenessProbe } = container;
  expect([startupProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
    ROUTES.ready.path,
    ROUTES.ready.path,
  ]);
  expect(livenessProbe.httpGet.path).toBe(ROUTES.live.path);
  const [port] = container.ports;
  expect(port.containerPort).toBe(Number(ENVIRONMENT.PORT));
  const named = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.port);
  expect([...named, service.spec.ports[0].targetPort]).toEqual(Array(4).fill(port.name));
});

const environment: Readonly<Record<string, string>> = Object.fromEntries(
  container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
);

test('a pod has time to start, to drain and to stop', () => {
  const { periodSeconds, failureThreshold } = container.startupProbe;
  expect(periodSeconds * failureThreshold).toBeGreaterThan(Number(environment.FOOD_WAIT));
  const drainSeconds = Number(environment.DRAIN_DELAY_SECONDS);
  const readiness = container.readinessProbe;
  expect(drainSeconds).toBeGreaterThan(readiness.periodSeconds * readiness.failureThreshold);
  // Requests under way have 10 s.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10);
});

test('a pod has no rights, nowhere to write, and its secret in a file', () => {
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
  const known = SETTINGS.flatMap(({ variable, isSecret }) =>
    isSecret ? [variable, `${variable}_FILE`] : [variable],
  );
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
});
