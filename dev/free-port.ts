import { randomInt } from 'node:crypto'
import { oncePerProcess } from '@/db/once-per-process'
import { createPorts } from './ports'

/** Below what systems give to calls that go out: one of those could have the port before whoever asked listens there. */
const [FROM, BELOW] = [10_000, 32_000]

/** A port that is free at this moment, for whoever listens there soon. This process gives it to nobody else. */
export async function findFreePort(): Promise<number> {
  const ports = oncePerProcess('free-ports', createPorts)
  for (;;) {
    const port = await ports.tryHold(randomInt(FROM, BELOW))
    if (port === null) continue
    await ports.handOver(port)
    return port
  }
}
