const PATIENCE_MS = 10_000
const MOST_REDIRECTS = 5

/** An address often contains a secret, so errors show only its host name. */
export async function postTo(
  address: string,
  text: string,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs)
  let url = new URL(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await post(url, text, signal)
    await response.body?.cancel()
    if (response.ok) return
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      throw new Error(`${url.host} answered ${response.status} (notify.webhook)`)
    const next = new URL(location, url)
    if (next.protocol !== url.protocol)
      throw new Error(`${url.host} redirects to ${next.protocol} (notify.webhook)`)
    url = next
  }
  throw new Error(`${url.host} sends on without end (notify.webhook)`)
}

async function post(url: URL, text: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
      redirect: 'manual',
      signal,
    })
  } catch (cause) {
    const why = signal.aborted ? 'does not answer' : 'cannot be reached'
    throw new Error(`${url.host} ${why} (notify.webhook)`, { cause })
  }
}
