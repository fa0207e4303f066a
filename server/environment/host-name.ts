import { isIP } from 'node:net'

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i

/** An address of the network, or a name that can have one. What ends in a number is an address or nothing. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  const labels = text.replace(/\.$/, '').split('.')
  return text.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** Whether the host of a URL is a host name. An IPv6 address has brackets in a URL. */
export function isHostOfUrl({ hostname }: URL): boolean {
  return isHost(hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Whether an address leads to this machine alone. */
export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
