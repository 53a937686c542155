import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type AnsweredRoute, ROUTES } from './routes.ts';

// Answers `/health/live` and `/health/ready`.

/** The state of a running service, for load balancers and operators. */
export interface Health {
  /** Whether to send it requests: only after the data is loaded, and not while it stops. */
  readonly isReady: boolean;
  /** When the current data was read; `undefined` during startup. */
  readonly loadedAt: Date | undefined;
  /** Whether the store can be read now. If not, the service still answers from memory. */
  readonly isStoreReachable: boolean;
}

/** Creates the handlers of `/health/live` and `/health/ready`. */
export function createHealthHandlers(
  catalog: Pick<CurrentCatalog, 'size' | 'revision'>,
  health: () => Health,
): readonly AnsweredRoute[] {
  return [
    [
      ROUTES.live,
      (_request, reply) => {
        reply.header('cache-control', 'no-store').send({ live: true });
      },
    ],
    [
      ROUTES.ready,
      (_request, reply) => {
        const { isReady, loadedAt, isStoreReachable } = health();
        const { size, revision = null } = catalog;
        // Reveals no address and no host. Values are `null` until the data is loaded.
        const body = {
          ready: isReady,
          rows: size,
          revision,
          dataAgeSeconds: loadedAt === undefined ? null : secondsSince(loadedAt),
          store: isStoreReachable ? 'reachable' : 'unreachable',
        };
        reply
          .code(isReady ? 200 : 503)
          .header('cache-control', 'no-store')
          .send(body);
      },
    ],
  ];
}

/** Returns 0 if the clock was set back meanwhile. */
function secondsSince(date: Date): number {
  return Math.max(0, Math.round((Date.now() - date.getTime()) / 1_000));
}
