import type { Mail } from "./core/mails";

export interface HttpMailSettings {
  url: string;
  key: string;
  from: string;
}

const TIMEOUT_MS = 10_000;
const TRIES = 2;

/** Whether a retry may help: the connection failed, or the API is busy or broken. */
const isPassing = (status: number) => status === 429 || status >= 500;

/**
 * Sends a mail through the operator's HTTP API: `POST {from, to: [address], subject, text, html}` with a bearer token.
 * Resend, similar services and Cloudflare's Email Service accept this format. The idempotency key prevents a retry from
 * sending a second mail.
 */
export async function sendByHttp({ url, key, from }: HttpMailSettings, mail: Mail): Promise<void> {
  const init = {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({ from, ...mail, to: [mail.to] }),
    redirect: "manual",
  } as const;
  for (let attempt = 1; ; attempt++) {
    const status = await statusOf(url, init);
    if (status >= 200 && status < 300) return;
    if (attempt === TRIES || !isPassing(status)) throw new Error(`the mail API returned ${status}`);
  }
}

/** The response status, or 599 if there is no response. */
async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 599;
  }
}
