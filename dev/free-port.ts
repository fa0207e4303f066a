import { randomInt } from 'node:crypto'
import { createPorts } from './ports'

/**
 * Below the ports that systems give to outgoing calls: one of those could have the port before its requester listens
 * there.
 */
const [FROM, BELOW] = [10_000, 32_000]

const ports = createPorts()

/** A port that is free at this moment, for a listener that opens it soon. This process gives it to no other. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = await ports.tryHold(randomInt(FROM, BELOW))
    if (port === null) continue
    await ports.handOver(port)
    return port
  }
}
