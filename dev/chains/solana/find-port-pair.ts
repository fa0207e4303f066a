import { findFreePort } from '../../free-port'

/** A port whose successor is free too: web3.js looks for subscriptions there. */
export async function findPortPair(preferred: number): Promise<number> {
  const port = await findFreePort(preferred)
  return (await findFreePort(port + 1)) === port + 1 ? port : findPortPair(0)
}
