import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { AreaClosed, Bar, LinePath } from '@visx/shape'
import { useEffect, useRef, useState } from 'react'
import { useLocale } from '../../app/i18n.tsx'

const height = 180
const margin = { top: 8, right: 8, bottom: 24, left: 48 }
const pixelsPerTick = 90
/** Maximum characters of an axis label; a longer label has no room beside the axis. */
const longestTick = 7

/** Width of the container in px, so that the plot's texts keep their size on a phone. */
function useWidth() {
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(320)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { container, width }
}

const label = { className: 'plot-label' }
const image = { role: 'img' }
const axis = { stroke: 'var(--color-line)', tickStroke: 'var(--color-line)' }

export type Point = { label: string; value: number }
type PlotProps = { points: Point[]; summary: string; kind?: 'line' | 'bars'; format: (value: number) => string }

function ValueAxis({ scale, format }: { scale: ReturnType<typeof scaleLinear<number>>; format: PlotProps['format'] }) {
  const compact = new Intl.NumberFormat(useLocale(), { notation: 'compact', maximumFractionDigits: 1 })
  const isLong = format(scale.domain()[1] ?? 0).length >= longestTick
  const formatTick = (value: number) => (isLong ? compact.format(value) : format(value))
  return (
    <AxisLeft
      scale={scale}
      left={margin.left}
      tickValues={scale.ticks(4).filter((tick) => Number.isInteger(tick))}
      tickFormat={(value) => formatTick(Number(value))}
      tickLabelProps={() => ({ ...label, textAnchor: 'end', dx: -4, dy: 4 })}
      {...axis}
    />
  )
}

/** Plot with `summary` as its text for screen readers. The table below has every value. */
export function Plot({ points, summary, kind = 'line', format }: PlotProps) {
  const { container, width } = useWidth()
  const highest = Math.max(1, ...points.map(({ value }) => value))
  const x = scaleBand({
    domain: points.map((point) => point.label),
    range: [margin.left, width - margin.right],
    padding: 0.2,
  })
  const y = scaleLinear({ domain: [0, highest], range: [height - margin.bottom, margin.top], nice: 4 })
  const left = (point: Point) => x(point.label) ?? 0
  const middle = (point: Point) => left(point) + x.bandwidth() / 2
  const top = (point: Point) => y(point.value)
  const every = Math.ceil(points.length / Math.max(2, Math.floor(width / pixelsPerTick)))
  return (
    <div ref={container} style={{ height }}>
      <svg {...image} aria-label={summary} width={width} height={height} className="plot">
        {kind === 'line' && (
          <>
            <AreaClosed data={points} x={middle} y={top} yScale={y} className="plot-area" />
            <LinePath data={points} x={middle} y={top} className="plot-line" />
          </>
        )}
        {points.map((point) => (
          <Bar
            key={point.label}
            x={left(point)}
            width={x.bandwidth()}
            {...(kind === 'bars'
              ? { y: top(point), height: height - margin.bottom - top(point), className: 'plot-bar' }
              : { y: margin.top, height: height - margin.top - margin.bottom, className: 'plot-day' })}
          >
            <title>{`${point.label}: ${format(point.value)}`}</title>
          </Bar>
        ))}
        <ValueAxis scale={y} format={format} />
        <AxisBottom
          scale={x}
          top={height - margin.bottom}
          tickValues={points.filter((_point, at) => at % every === 0).map((point) => point.label)}
          tickLabelProps={() => ({ ...label, textAnchor: 'middle', dy: 2 })}
          {...axis}
        />
      </svg>
    </div>
  )
}
