import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Customers' receivers in a separate process: as many as the argument says, each on its own port, and one that never
 * answers. Prints the ports.
 */
const [, , wanted] = process.argv
let answered = 0

const healthy = Array.from({ length: Number(wanted) }, () =>
  createServer((request, response) => {
    request.resume().on('end', () => {
      answered += 1
      response.end()
    })
  }),
)
const hanging = createServer((request) => void request.resume())
const counter = createServer((_request, response) => void response.end(String(answered)))

const ports = await Promise.all(
  [...healthy, hanging, counter].map(
    (server) =>
      new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      }),
  ),
)
console.log(ports.join(' '))
