import { isStorable } from '@/server/text/is-storable'
import type { Endpoint } from './endpoint'

type Node = { fixed: Map<string, Node>; param: Node | null; endpoints: Endpoint[] }
type Found = { endpoints: readonly Endpoint[]; values: string[] }

const newNode = (): Node => ({ fixed: new Map(), param: null, endpoints: [] })

/** A tree of path segments; a fixed segment wins over a parameter. */
export function buildRouter(endpoints: readonly Endpoint[]): (path: string) => Found | null {
  const root = newNode()
  for (const endpoint of endpoints) addTo(root, endpoint)
  return (path) => walk(root, path.slice(1).split('/'))
}

function addTo(root: Node, endpoint: Endpoint): void {
  let node = root
  for (const segment of endpoint.path.slice(1).split('/')) node = childFor(node, segment)
  node.endpoints.push(endpoint)
}

function childFor(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.param ??= newNode()
    return node.param
  }
  const child = node.fixed.get(segment) ?? newNode()
  node.fixed.set(segment, child)
  return child
}

function walk(root: Node, segments: string[]): Found | null {
  let node = root
  const values: string[] = []
  for (const segment of segments) {
    const fixed = node.fixed.get(segment)
    const next = fixed ?? node.param
    if (!next || segment === '') return null
    if (!fixed) {
      const value = decode(segment)
      if (value === null) return null
      values.push(value)
    }
    node = next
  }
  return node.endpoints.length > 0 ? { endpoints: node.endpoints, values } : null
}

function decode(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment)
    return isStorable(value) ? value : null
  } catch {
    return null
  }
}

/** The values of a path by the names of the endpoint's parameters. */
export function namedParams(endpoint: Endpoint, values: string[]): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}
