import { readdirSync } from 'node:fs'
import path from 'node:path'

const APP = path.resolve(import.meta.dirname, '../../app')
export type Handler = (request: Request) => Promise<Response>
type RouteModule = Record<string, unknown>

/** Every Next route file of the public API, as `{ path: '/v1/wallet/hd/{id}', load }`. */
export function routeFiles(): { path: string; load: () => Promise<RouteModule> }[] {
  return ['v1', '.well-known'].flatMap((room) =>
    readdirSync(path.join(APP, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'route.ts')
      .map((file) => {
        const folder = path.join(room, path.dirname(file)).split(path.sep).join('/')
        return {
          path: `/${folder.replace(/\[(\.{3}\w+|\w+)\]/g, '{$1}')}`,
          load: () => import(path.join(APP, room, file)),
        }
      }),
  )
}
