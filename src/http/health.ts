import type { FoodCatalog } from '../catalog/food-catalog.ts';
import { type AnsweredRoute, ROUTES } from './routes.ts';

/** What a balancer or an operator asks of a running service. */
export interface Health {
  /** Whether it should get requests: not once it is told to stop. */
  readonly isReady: boolean;
  /** When the data in force were read. */
  readonly loadedAt: Date;
  /** Whether the store can be read now. If not, answers go on from memory. */
  readonly isStoreReachable: boolean;
}

/** The body of `/health/ready`. It names no address and no host. */
export interface ReadyBody {
  readonly ready: boolean;
  readonly rows: number;
  readonly revision: string;
  readonly dataAgeSeconds: number;
  readonly store: 'reachable' | 'unreachable';
}

/** Answers whether the process lives, and whether it should get requests (else 503). */
export function createHealthHandlers(
  catalog: { take(): FoodCatalog },
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
        const { size, revision } = catalog.take();
        const body: ReadyBody = {
          ready: isReady,
          rows: size,
          revision,
          dataAgeSeconds: Math.max(0, Math.round((Date.now() - loadedAt.getTime()) / 1_000)),
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
