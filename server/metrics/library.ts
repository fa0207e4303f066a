import type { Meter, MetricOptions } from '@opentelemetry/api'
import type { Metric, Recorder, Sample } from './metric'

/** Counts and exports the metrics of the areas. Only this file imports the library. */
export type Metrics = Recorder & {
  /** All counters and the samples, in the format of Prometheus. */
  write: (samples: readonly Sample[]) => Promise<string>
}

/** Loads the library, which takes some megabytes: only where metrics are served. */
export async function openMetrics(recorded: readonly Metric[]): Promise<Metrics> {
  const [{ MeterProvider }, { PrometheusExporter, PrometheusSerializer }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
  ])
  const openPage = (metrics: readonly Metric[]) => {
    const reader = new PrometheusExporter({ preventServerStart: true })
    const views = metrics.map(({ name, maxSeries }) => ({
      instrumentName: name,
      // The library counts the series for all others as one of them.
      aggregationCardinalityLimit: maxSeries + 1,
    }))
    const provider = new MeterProvider({ readers: [reader], views })
    const write = async () => {
      const { resourceMetrics } = await reader.collect()
      return resourceMetrics.scopeMetrics.length === 0 ? '' : serializer.serialize(resourceMetrics)
    }
    return { meter: provider.getMeter('slipway'), write, close: () => provider.shutdown() }
  }
  const serializer = new PrometheusSerializer('', false, undefined, true, true)
  const page = openPage(recorded)
  const counters = new Map(
    ofKind('counter', recorded).map((metric) => [
      metric.name,
      page.meter.createCounter(metric.name, optionsOf(metric)),
    ]),
  )
  const histograms = new Map(
    ofKind('histogram', recorded).map((metric) => [
      metric.name,
      page.meter.createHistogram(metric.name, optionsOf(metric)),
    ]),
  )
  return {
    add: ({ name }, labels, value) => counters.get(name)?.add(value, labels),
    record: ({ name }, labels, value) => histograms.get(name)?.record(value, labels),
    async write(samples) {
      // The library reports a series as long as it exists, so each reading gets a new registry.
      const read = openPage([...new Set(samples.map(({ metric }) => metric))])
      observe(read.meter, samples)
      const text = `${await page.write()}${await read.write()}`
      await read.close()
      return text
    },
  }
}

function observe(meter: Meter, samples: readonly Sample[]): void {
  for (const metric of new Set(samples.map((sample) => sample.metric))) {
    const own = samples.filter((sample) => sample.metric === metric)
    const options = optionsOf(metric)
    const observable =
      metric.kind === 'counter'
        ? meter.createObservableCounter(metric.name, options)
        : meter.createObservableGauge(metric.name, options)
    observable.addCallback((result) => {
      for (const { labels, value } of own) result.observe(value, labels)
    })
  }
}

function ofKind(kind: Metric['kind'], metrics: readonly Metric[]): readonly Metric[] {
  return metrics.filter((metric) => metric.kind === kind)
}

function optionsOf({ help, bounds }: Metric): MetricOptions {
  return { description: help, ...(bounds ? { advice: { explicitBucketBoundaries: [...bounds] } } : {}) }
}
