import { answerAmong } from './answer-among'
import { answerRequest } from './answer-request'
import type { ApiAnswer, ApiRequest } from './api-request'
import { buildRouter } from './find-endpoint'
import { getOpenApi } from './openapi-endpoint'
import { ENDPOINTS } from './registry'

const find = buildRouter([...ENDPOINTS, getOpenApi])

/** Finds the endpoint of a path and lets it answer; 404 and 405 in the envelope. */
export function answerPath(request: ApiRequest): Promise<ApiAnswer> {
  const found = find(request.path)
  if (!found) return answerRequest(null, request)
  return answerAmong(found.endpoints, request, found.values)
}
