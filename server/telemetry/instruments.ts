// Imports types only: `prom-client` itself would load OpenTelemetry.
import type { CounterConfiguration, GaugeConfiguration, HistogramConfiguration } from 'prom-client'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import type Registry from 'prom-client/lib/registry.js'

export function instruments(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string>(options: CounterConfiguration<Label>) => new Counter({ ...options, registers }),
    gauge: <Label extends string>(options: GaugeConfiguration<Label>) => new Gauge({ ...options, registers }),
    histogram: <Label extends string>(options: HistogramConfiguration<Label>) =>
      new Histogram({ ...options, registers }),
  }
}
