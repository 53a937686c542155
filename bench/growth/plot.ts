export interface Curve {
  readonly title: string;
  readonly points: { readonly x: number; readonly y: number }[];
}

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = { left: 70, right: 45, top: 20, bottom: 120 };
// Told apart also without color: by their brightness, and by their dashes.
const STROKES = ['#b3261e', '#777777', '#3b6fb5', '#2f855a'];
const DASHES = ['', '6 4', '2 3', '10 3 2 3'];

/** Curves over two logarithmic axes as SVG, on white, so that it reads on a dark page too. */
export function logLogPlot(curves: readonly Curve[], axes: { x: string; y: string }): string {
  const all = curves.flatMap(({ points }) => points);
  const xs = decades(all.map(({ x }) => x));
  const ys = decades(all.map(({ y }) => y));
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const px = (x: number) => along(x, xs, MARGIN.left, right);
  const py = (y: number) => along(y, ys, bottom, MARGIN.top);
  const grid = [
    ...xs.map((x) => line(px(x), MARGIN.top, px(x), bottom) + text(px(x), bottom + 18, label(x))),
    ...ys.map((y) => line(MARGIN.left, py(y), right, py(y)) + text(40, py(y) + 4, label(y))),
  ];
  const drawn = curves.map(({ title, points }, i) => {
    const stroke = `stroke="${STROKES[i]}" stroke-width="2" stroke-dasharray="${DASHES[i]}"`;
    const path = points.map(({ x, y }) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`).join(' ');
    const legendY = bottom + 58 + i * 16;
    return [
      `<polyline points="${path}" fill="none" ${stroke}/>`,
      `<path d="M${MARGIN.left} ${legendY - 4}h40" ${stroke}/>`,
      text(MARGIN.left + 50, legendY, title.replaceAll('`', ''), 'start'),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${axes.y} by ${axes.x}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...grid,
    text((MARGIN.left + right) / 2, bottom + 36, axes.x),
    `<g transform="rotate(-90 14 ${bottom / 2})">${text(14, bottom / 2, axes.y)}</g>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** The powers of ten from the one at or below the least value to the one at or above the greatest. */
function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
}

function along(value: number, scale: readonly number[], from: number, to: number): number {
  const [first = 1, last = 10] = [scale[0], scale.at(-1)];
  const share = Math.log10(value / first) / Math.log10(last / first);
  return from + share * (to - from);
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  const [a, b, c, d] = [x1, y1, x2, y2].map((n) => n.toFixed(1));
  return `<path d="M${a} ${b}L${c} ${d}" stroke="#dddddd"/>`;
}

function text(x: number, y: number, content: string, anchor = 'middle'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${content}</text>`;
}

function label(value: number): string {
  return value.toLocaleString('en');
}
