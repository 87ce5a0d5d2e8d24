// Writes coastline.txt from `land-110m.json` of the npm package world-atlas 2 (Natural Earth, public domain):
//
//     npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//     node coastline.mjs package/land-110m.json
//
// Each line is a closed ring: tenths of degrees of latitude and longitude as differences to the point before, in the
// encoding of polylines by Google (zigzag, groups of five bits, printable ASCII). Differences of longitude take the
// shorter way around the earth, so rings may cross the date line or run around a pole.
import { readFileSync, writeFileSync } from 'node:fs';

const STEPS = 10; // per degree
const topology = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { scale, translate } = topology.transform;

const arcs = topology.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
});

const pointsOf = (ring) =>
  ring.flatMap((index) => (index < 0 ? [...arcs[~index]].reverse() : arcs[index]).slice(0, -1));

const wrapped = (steps) => {
  const whole = 360 * STEPS;
  const rest = (((steps + whole / 2) % whole) + whole) % whole;
  return rest - whole / 2;
};

const encoded = (number) => {
  let rest = number < 0 ? ~(number << 1) : number << 1;
  let text = '';
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
};

const lines = [];
for (const geometry of topology.objects.land.geometries) {
  const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs;
  for (const ring of polygons.flat()) {
    const points = pointsOf(ring).map(([x, y]) => [Math.round(y * STEPS), Math.round(x * STEPS)]);
    const kept = points.filter(([y, x], index) => {
      const [py, px] = points[(index + points.length - 1) % points.length];
      return y !== py || wrapped(x - px) !== 0;
    });
    // Rings of two points have no area left.
    if (kept.length < 3) continue;
    let [y, x] = [0, 0];
    lines.push(
      kept
        .map(([ny, nx]) => {
          const text = encoded(ny - y) + encoded(wrapped(nx - x));
          [y, x] = [ny, nx];
          return text;
        })
        .join(''),
    );
  }
}
writeFileSync(new URL('coastline.txt', import.meta.url), `${lines.join('\n')}\n`);
