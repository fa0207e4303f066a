import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { endpoint, reply } from '@/server/api/endpoint'
import { openApiDocument } from '@/server/api/openapi/document'
import { env } from '@/server/env'
import { ENDPOINTS } from './endpoints'

type Document = ReturnType<typeof openApiDocument>

/** Made once: it takes as long as a hundred reads, and anybody may ask for it. */
function ownDocument(): Document {
  return oncePerProcess('openapi-document', () => openApiDocument(ENDPOINTS, env().BASE_URL))
}

/** Stands outside the registry, which it describes. */
export const getOpenApiDocumentEndpoint = endpoint({
  id: 'getOpenApiDocument',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  tags: ['Reference'],
  auth: 'public',
  rateLimit: 'read',
  raw: true,
  replies: { 200: z.record(z.string(), z.unknown()) },
  async handle() {
    return reply(200, '', ownDocument())
  },
})
