import { createServer } from 'node:net'

/** The preferred port if nothing listens on it, else a free one chosen by the system. */
export async function findFreePort(preferred = 0): Promise<number> {
  const port = await tryListen(preferred)
  return port ?? findFreePort(0)
}

function tryListen(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address()
      const bound = typeof address === 'object' && address ? address.port : null
      probe.close(() => resolve(bound))
    })
  })
}
