import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findLongLists } from '@/server/api/find-long-lists'
import { parseInput, withoutNulls } from '@/server/api/parse-input'
import { parseJson, requireExactNumbers } from '@/server/api/parse-json'
import { exampleOf } from '@/server/testing/examples'
import { ENDPOINTS } from './endpoints'
import { leastCpuMs, MAX_CPU_MS } from './least-cpu.test-data'
import { type List, listsOfOperations, listsOfProcedures } from './lists-in.test-data'
import { validInput } from './valid-input.test-data'

/** Most bodies may have 256 KiB. */
const BODY_BYTES = 250_000
const MAX_TEXT = 20_000

type Input = List & { name: string; schema: z.core.$ZodType }

/** The example of an operation with that list in it, for bodies whose fields depend on each other. */
function withinExample({ name, schema, list, path: [field, ...deeper] }: Input, textLength: number): unknown {
  const endpoint = ENDPOINTS.find(({ id }) => id === name)
  if (!endpoint || field === undefined || deeper.length > 0) return undefined
  const body = { ...exampleOf(endpoint).body, [field]: validInput(list, 0, { full: list, textLength }) }
  return z.core.safeParse(schema, body).success ? body : undefined
}

/** The body of an operation or procedure in which that list is as long and as expensive as it may be. */
function largestBody(input: Input): unknown {
  const { schema, list, path, maximum } = input
  const perItem = Math.floor(BODY_BYTES / Number(maximum))
  for (let textLength = Math.min(MAX_TEXT, perItem); textLength >= 8; textLength = Math.floor(textLength / 2)) {
    const body = validInput(schema, 0, { full: list, textLength }) ?? withinExample(input, textLength)
    if (lengthAt(body, path) === maximum && JSON.stringify(body).length <= BODY_BYTES) return body
  }
  throw new Error('teach KINDS a text that its elements take')
}

/** How many elements the list at a path has; of several, the first. */
function lengthAt(value: unknown, [step, ...rest]: readonly string[]): number {
  if (step === undefined) return Object.keys(Object(value)).length
  return lengthAt(step === '*' ? Object.values(Object(value))[0] : Object(value)[step], rest)
}

/** CPU milliseconds that the work takes beyond those of parsing the same text as JSON. */
function msBeyondJson(text: string, work: () => void): number {
  return leastCpuMs(work) - leastCpuMs(() => JSON.parse(text))
}

describe('the longest list that is allowed is read within a share of a thread', () => {
  test.each(listsOfOperations)('$name $path', (list) => {
    const body = largestBody(list)
    const text = JSON.stringify(body)
    const bytes = new TextEncoder().encode(text)
    const read = () => {
      requireExactNumbers(bytes)
      parseInput(list.schema, withoutNulls(list.schema, parseJson(bytes)))
    }
    expect(msBeyondJson(text, read)).toBeLessThan(MAX_CPU_MS)
  })

  test.each(listsOfProcedures)('$name $path in the portal', (list) => {
    const body = largestBody(list)
    const text = JSON.stringify(body)
    const read = () => {
      const value = JSON.parse(text)
      expect(findLongLists(list.schema, value)).toEqual([])
      expect(z.core.safeParse(list.schema, value).success).toBe(true)
    }
    expect(msBeyondJson(text, read)).toBeLessThan(MAX_CPU_MS)
  })
})
