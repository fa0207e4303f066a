import { z } from 'zod'
import { endpoint, reply } from '@/server/api/endpoint'
import { ownDocument } from './own-document'

/** Outside the registry, because it describes the registry. */
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
