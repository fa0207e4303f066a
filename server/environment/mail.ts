import { z } from 'zod'
import { parseUrl } from '@/server/parse-url'
import { canDecode } from './can-decode'
import { isHostOfUrl } from './host-name'

/** An address of a mail server: a host, a login with its password or none, nothing behind but options. */
export function isSmtpAddress(text: string): boolean {
  const url = parseUrl(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || /[\s\p{Cc}#]/u.test(text)) return false
  const { username, password, pathname, searchParams } = url
  if (![username, password].every(canDecode) || (username === '') !== (password === '')) return false
  return isHostOfUrl(url) && /^\/?$/.test(pathname) && [...searchParams.keys()].every((name) => /^[\w.]+$/.test(name))
}

/** `no-reply@example.com`, or with a name `Example <no-reply@example.com>`; null for anything else. */
export function parseMailFrom(text: string): { name: string; address: string } | null {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  return z.email().safeParse(address).success ? { name: name.trim(), address } : null
}
