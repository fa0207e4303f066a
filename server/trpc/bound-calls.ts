import { TRPCError } from '@trpc/server'
import type { TRPCRequestInfo } from '@trpc/server/http'
import { z } from 'zod'
import { findLongLists } from '@/server/api/find-long-lists'
import { MAX_DEPTH } from '@/server/api/parse-json'
import type { Schema } from '@/server/api/schema-parts'
import { type ApiError, refusal, validationError } from '@/server/errors'

/** The depth of a call's input within the body: the batch, the call, and the wrapper of superjson. */
const WRAPPING = 4

/**
 * Measures how deep the calls of a request are nested. Returns a request that can be read again, and whether the depth
 * exceeds every reader's limit.
 */
export async function readDepth(request: Request): Promise<{ request: Request; isTooDeep: boolean }> {
  const { url, method, headers, signal } = request
  if (method !== 'POST') {
    return { request, isTooDeep: isDeep(new URL(url).searchParams.get('input') ?? '') }
  }
  const body = await request.text()
  return { request: new Request(url, { method, headers, signal, body }), isTooDeep: isDeep(body) }
}

/**
 * Refuses, before any schema reads them, calls that are nested too deep or that hold a list longer than their procedure
 * takes. Throws a TRPCError of 400.
 */
export async function refuseUnbounded(calls: TRPCRequestInfo['calls'], isTooDeep: boolean): Promise<void> {
  if (isTooDeep)
    throw refused(refusal('body_malformed', { message: `The call is nested deeper than ${MAX_DEPTH} levels` }))
  for (const call of calls) {
    const inputs = z.array(z.custom<Schema>()).parse(call.procedure?._def.inputs ?? [])
    if (inputs.length === 0) continue
    const value = await call.getRawInput()
    const problems = inputs.flatMap((schema) => findLongLists(schema, value))
    if (problems.length > 0) throw refused(validationError([...new Set(problems)]))
  }
}

function refused(cause: ApiError): TRPCError {
  return new TRPCError({ code: 'BAD_REQUEST', cause })
}

/** Whether brackets are nested too deep, in any text, such as JSON. */
function isDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString && character === '\\') at += 1
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > MAX_DEPTH + WRAPPING) return true
  }
  return false
}
