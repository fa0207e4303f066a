import { SCRIPTS_READY } from '@/components/ui/scripts-ready'

/** A script of the build that runs in every browser we support; old ones alone load those marked `noModule`. */
const SCRIPT = /<script src="(\/_next\/static\/[^"]+)"(?![^>]*nomodule)([^>]*)><\/script>/gi
const PRELOAD = /<link rel="preload" as="script"[^>]*>/gi

/** The page with its scripts named but not loaded, and with the script that loads them. One without scripts stays. */
export function withDeferredScripts(page: string, nonce: string): string {
  const named = page.replace(SCRIPT, '<script type="text/plain" data-src="$1"></script>')
  if (named === page) return page
  return named.replace(PRELOAD, '').replace('</body>', `<script nonce="${nonce}">${LOADER}</script></body>`)
}

/**
 * Loads the scripts when the pointer or the focus reaches a control, or a key opens the search. A press before they are
 * ready is repeated once they are, and so is typed text; a `details` opens without them. A reader who used a control in
 * this tab has them, so the next pages start with them. So does a page whose tabs must show the language that the
 * reader chose before.
 */
const LOADER = `(() => {
  document.querySelector('aside [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  const CONTROL = 'button, input, select, textarea, summary, [role=combobox]'
  const USED = 'docs-scripts'
  const nonce = document.currentScript.nonce
  let isLoading = false
  let isReady = false
  let again = null
  const stored = (of, name) => { try { return window[of].getItem(name) } catch { return null } }
  const load = () => {
    if (isLoading) return
    isLoading = true
    try { sessionStorage.setItem(USED, 'true') } catch {}
    for (const named of document.querySelectorAll('script[data-src]')) {
      const script = document.createElement('script')
      script.nonce = nonce
      script.setAttribute('async', '')
      script.src = named.dataset.src
      named.remove()
      document.head.append(script)
    }
  }
  const controlOf = ({ target }) => target instanceof Element ? target.closest(CONTROL) : null
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, (event) => { if (controlOf(event)) load() }, { capture: true, passive: true })
  document.addEventListener('click', (event) => {
    const control = controlOf(event)
    if (isReady || !control) return
    load()
    if (!control.matches('button')) return
    event.preventDefault()
    event.stopPropagation()
    again = () => control.click()
  }, true)
  document.addEventListener('keydown', (event) => {
    if (isReady) return
    const { key, ctrlKey, metaKey, altKey, target } = event
    const isSearch = key.toLowerCase() === 'k' ? ctrlKey || metaKey : key === '/' && !ctrlKey && !metaKey && !altKey
    if (!isSearch || controlOf(event)?.matches('input, select, textarea')) return
    event.preventDefault()
    load()
    again = () => target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, bubbles: true, cancelable: true }))
  }, true)
  document.addEventListener('${SCRIPTS_READY}', () => {
    isReady = true
    again?.()
    again = null
    for (const field of document.querySelectorAll('input, textarea')) {
      const { value, defaultValue } = field
      if (value === defaultValue) continue
      // React reports a value only where it differs from the last one that it saw.
      field.value = ''
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  const hasTabs = document.querySelector('[role=tablist]') !== null
  const leadsOn = location.pathname === '/docs' && location.hash !== ''
  if (stored('sessionStorage', USED) || leadsOn || (hasTabs && stored('localStorage', 'docs-language'))) load()
})()`
