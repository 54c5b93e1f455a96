type Point = readonly [x: number, y: number]
type Segment = readonly [from: Point, to: Point]
export type Shape = { input: Buffer; raw: { width: number; height: number; channels: 4 } }

const rgbOf = (color: string) => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** Renders pixels of one color per row. `distanceOf` is negative inside of the shape; edges are smoothed. */
function render(size: Point, colorOf: (y: number) => string, distanceOf: (x: number, y: number) => number): Shape {
  const [width, height] = size
  const input = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const rgb = rgbOf(colorOf(y))
    for (let x = 0; x < width; x++) {
      const opacity = Math.min(1, Math.max(0, 0.5 - distanceOf(x + 0.5, y + 0.5)))
      input.set([...rgb, Math.round(255 * opacity)], (y * width + x) * 4)
    }
  }
  return { input, raw: { width, height, channels: 4 } }
}

type Slot = { width: number; height: number; radius: number; fill: string; edge: string; edgeHeight: number }

/** Renders the slot of a blank: a rectangle with round corners and a darker bottom edge. */
export function renderSlot({ width, height, radius, fill, edge, edgeHeight }: Slot): Shape {
  const colorOf = (y: number) => (y < height - edgeHeight ? fill : edge)
  return render([width, height], colorOf, (x, y) => {
    const [right, down] = [Math.abs(x - width / 2) - width / 2 + radius, Math.abs(y - height / 2) - height / 2 + radius]
    return Math.hypot(Math.max(right, 0), Math.max(down, 0)) + Math.min(Math.max(right, down), 0) - radius
  })
}

const curveSteps = 6

function curveOf([startX, startY]: Point, [controlX, controlY]: Point, [endX, endY]: Point): Point[] {
  return Array.from({ length: curveSteps }, (_, step) => {
    const t = (step + 1) / curveSteps
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    return [a * startX + b * controlX + c * endX, a * startY + b * controlY + c * endY]
  })
}

/** Straight parts of a path that has only the commands M, L, H, V, Q and Z. */
function segmentsOf(path: string): Segment[] {
  const segments: Segment[] = []
  let [start, at]: Point[] = [
    [0, 0],
    [0, 0],
  ]
  const lineTo = (to: Point) => {
    segments.push([at ?? to, to])
    at = to
  }
  for (const [, command, numbers = ''] of path.matchAll(/([MLHVQZ])([\d. ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.split(' ').map(Number)
    const [x, y] = at ?? [0, 0]
    if (command === 'M') start = at = [a, b]
    if (command === 'L') lineTo([a, b])
    if (command === 'H') lineTo([a, y])
    if (command === 'V') lineTo([x, a])
    if (command === 'Q') for (const point of curveOf([x, y], [a, b], [c, d])) lineTo(point)
    if (command === 'Z') lineTo(start ?? [x, y])
  }
  return segments
}

function distanceTo([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - t * dx, y - ay - t * dy)
}

type Strokes = { path: string; size: number; color: string; width?: number }
const grid = 24

/** Renders a path of a grid of 24 × 24 with strokes of one width. No SVG is decoded. */
export function renderStrokes({ path, size, color, width = 2 }: Strokes): Shape {
  const [segments, scale] = [segmentsOf(path), size / grid]
  return render(
    [size, size],
    () => color,
    (x, y) => {
      const nearest = segments.reduce((least, one) => Math.min(least, distanceTo(one, x / scale, y / scale)), Infinity)
      return (nearest - width / 2) * scale
    },
  )
}
