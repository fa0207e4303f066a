import { performance } from 'node:perf_hooks'
import { defineGauge, type MetricArea } from './metric'

const MS_PER_SECOND = 1_000
const MICROS_PER_SECOND = 1_000_000

const resident = defineGauge({
  name: 'process_resident_memory_bytes',
  help: 'Memory of the process, everything counted',
  labels: [],
  maxSeries: 1,
})
const heap = defineGauge({
  name: 'nodejs_heap_used_bytes',
  help: 'Memory that JavaScript uses',
  labels: [],
  maxSeries: 1,
})
const external = defineGauge({
  name: 'nodejs_external_memory_bytes',
  help: 'Memory of buffers and native code that JavaScript holds',
  labels: [],
  maxSeries: 1,
})
const cpu = defineGauge({
  name: 'process_cpu_seconds_total',
  help: 'Time of the processors that the process used',
  labels: [],
  maxSeries: 1,
  kind: 'counter',
})
const startedAt = defineGauge({
  name: 'process_start_time_seconds',
  help: 'When the process started, in seconds since 1970',
  labels: [],
  maxSeries: 1,
})
const loop = defineGauge({
  name: 'nodejs_eventloop_time_seconds_total',
  help: 'Time that the event loop was active or idle; the active share of both is its utilization',
  labels: ['state'],
  maxSeries: 2,
  kind: 'counter',
})

/** Memory and time of this process. */
export const processArea: MetricArea = {
  readings: [
    {
      name: 'process',
      metrics: [resident, heap, external, cpu, startedAt, loop],
      keptMs: 0,
      read: () => {
        const memory = process.memoryUsage()
        const { user, system } = process.cpuUsage()
        const { active, idle } = performance.eventLoopUtilization()
        return [
          resident.of({}, memory.rss),
          heap.of({}, memory.heapUsed),
          external.of({}, memory.external + memory.arrayBuffers),
          cpu.of({}, (user + system) / MICROS_PER_SECOND),
          startedAt.of({}, performance.timeOrigin / MS_PER_SECOND),
          loop.of({ state: 'active' }, active / MS_PER_SECOND),
          loop.of({ state: 'idle' }, idle / MS_PER_SECOND),
        ]
      },
    },
  ],
}
