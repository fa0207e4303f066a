import { createPorts } from './ports'

/** A port that is free at this moment, for tests that take it at once. */
export async function findFreePort(): Promise<number> {
  const ports = createPorts()
  const port = await ports.hold()
  await ports.close()
  return port
}
