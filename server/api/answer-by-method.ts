import { refusal } from '@/server/errors'
import { answerRequest } from './answer-request'
import type { ApiAnswer, ApiRequest } from './api-request'
import type { Endpoint } from './endpoint'
import { namedParams } from './find-endpoint'

/** The endpoints of one path: the method chooses. */
export function answerByMethod(
  endpoints: readonly Endpoint[],
  request: ApiRequest,
  values: string[],
): Promise<ApiAnswer> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const endpoint = endpoints.find((candidate) => candidate.method === method)
  if (endpoint) return answerRequest(endpoint, request, namedParams(endpoint, values))
  const error = refusal('method_not_allowed')
  const allow = endpoints.map((candidate) => candidate.method).join(', ')
  return answerRequest(null, request, {}, { error, headers: { allow } })
}
