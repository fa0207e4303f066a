import { type Cluster, moveToSlot } from './cluster'
import { includeQueued } from './submit'

const timers = new WeakMap<Cluster, NodeJS.Timeout>()

/** Lets slots follow each other every `slotMs`; 0 stops the clock. */
export function setSlotMs(cluster: Cluster, slotMs: number): void {
  clearInterval(timers.get(cluster))
  cluster.slotMs = slotMs
  cluster.journal?.moved()
  if (slotMs > 0)
    timers.set(
      cluster,
      setInterval(() => nextSlot(cluster), slotMs),
    )
}

export function stopClock(cluster: Cluster): void {
  clearInterval(timers.get(cluster))
}

/** Many slots at once, the skipped ones empty. */
export function advanceSlots(cluster: Cluster, slots: number): void {
  moveToSlot(cluster, cluster.slot + slots)
  cluster.journal?.moved()
  afterMove(cluster)
}

function nextSlot(cluster: Cluster): void {
  moveToSlot(cluster, cluster.slot + 1)
  afterMove(cluster)
}

function afterMove(cluster: Cluster): void {
  includeQueued(cluster)
  for (const listener of cluster.onSlot) listener()
}
