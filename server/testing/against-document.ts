import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { ENDPOINTS } from '@/registry/endpoints'
import { buildRouter } from '@/server/api/find-endpoint'
import { openApiDocument } from '@/server/api/openapi/document'

type Seen = { method: string; path: string; status: number; headers: Headers; body: unknown }

const response = z.object({ headers: z.record(z.string(), z.unknown()) })
const operation = z.object({ responses: z.record(z.string(), response) })
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

const DECLARED = ['allow', 'idempotent-replayed', 'retry-after', 'ratelimit', 'ratelimit-policy', 'www-authenticate']

const find = buildRouter(ENDPOINTS)
let validator: ReturnType<typeof newValidator> | undefined

function newValidator() {
  const written: unknown = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'http://api.test')))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(Object(written), 'document')
  return { ajv, paths: document.parse(written).paths }
}

/** Throws if an answer is not as the OpenAPI document says: its status, its body or a header of it. */
export function requireDocumented({ method, path, status, headers, body }: Seen): void {
  validator ??= newValidator()
  const { pathname } = new URL(path, 'http://api.test')
  if (!/^\/(v1|\.well-known)\//.test(pathname) || pathname === '/v1/openapi.json') return
  const verb = method === 'HEAD' ? 'GET' : method
  const among = find(pathname)?.endpoints
  // A path answers other methods as each of its operations says of 405; the token endpoint says nothing of it.
  const endpoint = among?.find((one) => one.method === verb) ?? among?.find(({ auth }) => auth !== 'oauth')
  if (!endpoint) {
    requireShape(validator, 'document#/components/schemas/Error', `${status} ${path}`, body)
    return
  }
  const name = `${status} of ${endpoint.id}`
  const documented = endpoint.method.toLowerCase()
  const described = validator.paths[endpoint.path]?.[documented]?.responses[status]
  if (!described) throw new Error(`the document knows no ${name}: ${JSON.stringify(body)}`)
  const known = Object.keys(described.headers).map((header) => header.toLowerCase())
  const unmatched = DECLARED.find((header) => headers.has(header) && !known.includes(header))
  if (unmatched) throw new Error(`the document knows no header ${unmatched} of a ${name}`)
  if (method === 'HEAD') return
  const pointer = `/paths/${endpoint.path.replaceAll('/', '~1')}/${documented}/responses/${status}/content/application~1json/schema`
  requireShape(validator, `document#${encodeURI(pointer)}`, name, body)
}

function requireShape({ ajv }: ReturnType<typeof newValidator>, ref: string, name: string, body: unknown): void {
  const validate = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref })
  if (validate(body)) return
  throw new Error(
    `the body of a ${name} is not as documented: ${ajv.errorsText(validate.errors)} ${JSON.stringify(body)}`,
  )
}
