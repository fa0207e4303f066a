import { createServer } from 'node:http'

/** A customer's receiver on this machine; answers as told and can change its mind. */
export async function startReceiver(): Promise<{
  url: string
  answerWith: (status: number) => void
  close: () => void
}> {
  let status = 200
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end(status === 200 ? 'thank you' : 'not now'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/outcomes`,
    answerWith: (next) => {
      status = next
    },
    close: () => server.close(),
  }
}
