import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '@/server/api/parse-input'
import type { Schema } from '@/server/api/schema-parts'
import { ApiError } from '@/server/errors'
import { byProof, proofTimeout } from '@/server/testing/proof'
import { fieldsIn, operationInputs, procedureInputs } from './fields-in.test-data'
import { leastCpuMs, MAX_CPU_MS } from './least-cpu.test-data'

const BODY_BYTES = 250_000
/** The short proof joins each beginning with every sixth repeated part. */
const STEP = byProof(6, 1)

const BEGINNINGS = [
  '',
  'https://',
  'https://a.',
  '0x',
  '1',
  '1.',
  '-',
  'event E(',
  'function f(',
  'a@',
  '2026-01-01T',
  '+234',
]
const REPEATED = [
  'a',
  '0',
  '9',
  ' ',
  '\n',
  '(',
  ',',
  '.',
  '-',
  'a.',
  '@a',
  '%2e',
  '[]',
  '0x',
  'http://',
  'uint256,',
  '\u{1f600}',
  '"',
]

const sizes = BEGINNINGS.flatMap((beginning, row) =>
  REPEATED.filter((_, column) => (row + column) % STEP === 0).map((repeated) => ({ beginning, repeated })),
)

type Field = { name: string; path: string[]; leaf: Schema; read: (value: unknown) => void }

function textFieldsOf(name: string, schema: Schema, read: (value: unknown) => void): Field[] {
  return fieldsIn(schema).flatMap(({ path, schema: leaf }) =>
    leaf._zod.def.type === 'string' ? [{ name, path, leaf, read }] : [],
  )
}

const fields = [
  ...operationInputs.flatMap(({ name, schema }) => textFieldsOf(name, schema, (value) => parseInput(schema, value))),
  ...procedureInputs.flatMap(({ name, schema }) =>
    textFieldsOf(name, schema, (value) => z.core.safeParse(schema, value)),
  ),
]
/** Fields that share a schema are read alike: one of them is enough. */
const distinct = [...new Map(fields.map((field) => [field.leaf, field])).values()]

/** A value with the text in that field and nothing else. */
function around(path: readonly string[], text: string): unknown {
  const [first, ...rest] = path
  if (first === undefined) return text
  return first === '*' ? [around(rest, text)] : { [first]: around(rest, text) }
}

/** CPU milliseconds in which a field reads or refuses a text. */
function readingMs({ path, read }: Field, text: string): number {
  const value = around(path, text)
  return leastCpuMs(() => {
    try {
      read(value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  })
}

/** The fields that take longer for a text of the size of a whole body, each with the text. */
function slowAmong(all: readonly Field[]): string[] {
  return sizes.flatMap(({ beginning, repeated }) => {
    const text = beginning + repeated.repeat(Math.floor((BODY_BYTES - beginning.length) / repeated.length))
    return all
      .filter((field) => readingMs(field, text) > MAX_CPU_MS)
      .map(({ name, path }) => `${name} ${path.join('.')}: ${JSON.stringify(`${beginning}${repeated}`)} repeated`)
  })
}

test('every text field reads or refuses a text of the size of a whole body within its share of a thread', {
  timeout: proofTimeout(180_000),
}, () => {
  expect(distinct.length).toBeGreaterThan(200)
  expect(slowAmong(distinct)).toEqual([])
})

test('a field whose check takes long is named', () => {
  const leaf = z.string().refine(() => {
    const before = process.cpuUsage()
    for (let spent = before; spent.user - before.user + spent.system - before.system < 2_000 * MAX_CPU_MS; ) {
      spent = process.cpuUsage()
    }
    return true
  })
  const schema = z.object({ note: leaf })
  const read = (value: unknown) => z.core.safeParse(schema, value)
  const [first] = textFieldsOf('slow', schema, read)
  expect(first && readingMs(first, 'a')).toBeGreaterThan(MAX_CPU_MS)
})
