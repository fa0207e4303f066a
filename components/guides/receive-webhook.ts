/** A server that accepts webhooks with a valid signature only, with our client. */
export const RECEIVE_WEBHOOK = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from '@slipway/sdk/webhooks'

const { WEBHOOK_SECRET = '' } = process.env

createServer(async (request, response) => {
  // The bytes as they came: a parsed body has another signature.
  const body = await buffer(request)
  const { headers } = request
  try {
    const event = await verifyWebhook({ body, headers, secret: WEBHOOK_SECRET })
    console.log(event.type, event.data)
    response.writeHead(200).end()
  } catch (error) {
    console.error(error)
    response.writeHead(400).end()
  }
}).listen(3001)`
