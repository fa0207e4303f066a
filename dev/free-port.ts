import { randomInt } from 'node:crypto'
import { createPorts } from './ports'

/**
 * Above 10080, which browsers and `fetch` refuse to call. Below the ports that systems give to outgoing calls: one of
 * those could have the port before its requester listens there.
 */
export const PORTS = { from: 11_000, below: 32_000 } as const

const ports = createPorts()

/** A port that is free at this moment, for a listener that opens it soon. This process gives it to no other. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = await ports.tryHold(randomInt(PORTS.from, PORTS.below))
    if (port === null) continue
    await ports.handOver(port)
    return port
  }
}
