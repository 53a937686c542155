import { markdownTable, mean, median, percentile } from './measure.ts';
import { BUNDLED, descriptions, GENERATED, REAL } from './search/data.ts';
import { EngineChild } from './search/engine-child.ts';
import type { Build, Round } from './search/engine-process.ts';
import { ENGINES } from './search/engines.ts';

const ROUNDS = 3;

interface Measured {
  readonly title: string;
  readonly build: Build;
  /** The share of what there is to find that was found; NaN where it was not looked at. */
  readonly completeness: number;
  readonly rounds: Round[];
}

/** Time, memory and completeness of searches beside other engines, on tables of three sizes. */
export async function benchSearch(): Promise<string> {
  const sections: string[] = [];
  for (const size of [BUNDLED, REAL, GENERATED]) {
    const texts = descriptions(size);
    const heading = `### ${size.toLocaleString('en')} descriptions`;
    const section =
      texts === undefined
        ? `${heading}\n\nNot measured: the trial data do not lie beside the checkout.`
        : await benchTable(heading, size, Buffer.byteLength(texts.join('\n')) + 1);
    sections.push(section);
  }
  return sections.join('\n\n');
}

async function benchTable(heading: string, size: number, textBytes: number): Promise<string> {
  const children = ENGINES.filter(({ mostRows }) => mostRows >= size).map(
    ({ title }) => new EngineChild(title, size),
  );
  try {
    const measured: Measured[] = [];
    // One after the other: two at once would both be slower.
    for (const child of children) {
      const build = await child.ask('build');
      const completeness = size > REAL ? Number.NaN : await child.ask('compare');
      measured.push({ title: child.title, build, completeness, rounds: [] });
    }
    // Rounds in turn, so that a slow moment of the machine meets all engines alike.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, child] of children.entries()) {
        const result = await child.ask('round');
        // The first one warms up.
        if (round > 0) measured[i]?.rounds.push(result);
      }
    }
    const catalog = await catalogBuild(size);
    const left = ENGINES.filter(({ mostRows }) => mostRows < size).map(({ title }) => title);
    return [
      `${heading}, ${(textBytes / 1e6).toFixed(1)} MB of text`,
      searchTable(measured),
      buildTable(measured, textBytes, catalog),
      ...(left.length > 0 ? [`Left out, for minutes or gigabytes: ${left.join('; ')}.`] : []),
    ].join('\n\n');
  } finally {
    for (const child of children) child.stop();
  }
}

async function catalogBuild(size: number): Promise<Build> {
  const child = new EngineChild('', size);
  try {
    return await child.ask('catalog');
  } finally {
    child.stop();
  }
}

function searchTable(measured: readonly Measured[]): string {
  const figures = measured.map(({ rounds }) => {
    const of = (pick: (round: Round) => number) => median(rounds.map(pick));
    return {
      meanUs: of(({ timesUs }) => mean(timesUs)),
      shares: [0.5, 0.9, 0.99, 1].map((share) => of(({ timesUs }) => percentile(timesUs, share))),
      cpuUs: of(({ cpuUsPerQuery }) => cpuUsPerQuery),
    };
  });
  const ours = figures[0]?.cpuUs ?? Number.NaN;
  return markdownTable(
    ['µs a search', 'mean', 'p50', 'p90', 'p99', 'worst', 'CPU', 'CPU to ours', 'finds'],
    measured.map(({ title, completeness }, i) => {
      const { meanUs = Number.NaN, shares = [], cpuUs = Number.NaN } = figures[i] ?? {};
      return [
        title,
        ...[meanUs, ...shares, cpuUs].map((us) => us.toFixed(us < 10 ? 1 : 0)),
        `${(cpuUs / ours).toFixed(1)} ×`,
        Number.isNaN(completeness) ? '' : `${(completeness * 100).toFixed(1)} %`,
      ];
    }),
  );
}

function buildTable(measured: readonly Measured[], textBytes: number, catalog: Build): string {
  const row = (title: string, { wallMs, cpuMs, bytes }: Build) => [
    title,
    `${(wallMs / 1000).toFixed(2)} s`,
    `${(cpuMs / 1000).toFixed(2)} s`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${(bytes / textBytes).toFixed(1)} ×`,
  ];
  return markdownTable(
    ['', 'built in', 'CPU', 'memory', 'of the text'],
    [
      ...measured.map(({ title, build }) => row(title, build)),
      row('Food Lookup with the rows of its answers', catalog),
    ],
  );
}
