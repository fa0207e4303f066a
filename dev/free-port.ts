import { randomInt } from 'node:crypto'
import { createPorts } from './ports'

/** Below what systems give to calls that go out: one of those could have the port before whoever asked listens there. */
const [FROM, BELOW] = [10_000, 32_000]

const ports = createPorts()

/** A port that is free at this moment, for whoever listens there soon. This process gives it to nobody else. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = await ports.tryHold(randomInt(FROM, BELOW))
    if (port === null) continue
    await ports.handOver(port)
    return port
  }
}
