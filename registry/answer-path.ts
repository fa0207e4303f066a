import { answerByMethod, answerRequest } from '@/server/api/answer-request'
import type { ApiAnswer, ApiRequest } from '@/server/api/api-request'
import { buildRouter } from '@/server/api/find-endpoint'
import { ENDPOINTS } from './endpoints'
import { getOpenApiDocumentEndpoint } from './openapi-endpoint'

const find = buildRouter([...ENDPOINTS, getOpenApiDocumentEndpoint])

/** Finds the endpoint of a path and lets it answer; 404 and 405 in the envelope. */
export function answerPath(request: ApiRequest): Promise<ApiAnswer> {
  const found = find(request.path)
  if (!found) return answerRequest(null, request)
  return answerByMethod(found.endpoints, request, found.values)
}
