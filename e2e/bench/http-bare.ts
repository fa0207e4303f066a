import { createServer } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import postgres from 'postgres'

/**
 * The yardstick: nothing but Node's server, one ES256 check and one select by primary key. Started by `http.ts` with
 * its facts in the environment.
 */
const { BENCH_DATABASE_URL = '', BENCH_JWK = '{}', BENCH_ISSUER = '', BENCH_BUSINESS = '' } = process.env
const sql = postgres(BENCH_DATABASE_URL, { max: 10 })
const key = await importJWK(JSON.parse(BENCH_JWK), 'ES256')
const checks = { issuer: BENCH_ISSUER, audience: `${BENCH_ISSUER}/v1`, typ: 'at+jwt', algorithms: ['ES256'] }

const server = createServer(async (request, response) => {
  try {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    await jwtVerify(token, key, checks)
    const id = request.url?.split('/').at(-1) ?? ''
    const [row] = await sql`select * from transactions where id = ${id} and business_id = ${BENCH_BUSINESS}`
    const body = JSON.stringify({ status: true, message: 'Transaction retrieved', data: row })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } catch {
    response.writeHead(401).end()
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
