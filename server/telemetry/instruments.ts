// Parts of `prom-client`: its main file loads the API of OpenTelemetry, which nothing here uses.
import type { CounterConfiguration, GaugeConfiguration, HistogramConfiguration } from 'prom-client'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import type Registry from 'prom-client/lib/registry.js'

/** What measures, in a registry; `collect` is called as somebody asks for the metrics. */
export function instruments(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string>(options: CounterConfiguration<Label>) => new Counter({ ...options, registers }),
    gauge: <Label extends string>(options: GaugeConfiguration<Label>) => new Gauge({ ...options, registers }),
    histogram: <Label extends string>(options: HistogramConfiguration<Label>) =>
      new Histogram({ ...options, registers }),
  }
}
