import type { Mail } from "./core/mails";

export interface HttpMailSettings {
  url: string;
  key: string;
  from: string;
}

const TIMEOUT_MS = 10_000;
const TRIES = 2;

/** Whether another try may help: the connection failed, the API is busy or broken. */
const isPassing = (status: number) => status === 429 || status >= 500;

/**
 * Sends a mail by the operator's HTTP API: `POST {from, to: [address], subject, text, html}` with a bearer token, as Resend, its
 * like and Cloudflare's Email Service take it. The idempotency key keeps a second try from becoming a second mail.
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
    if (attempt === TRIES || !isPassing(status)) throw new Error(`the mail API answered ${status}`);
  }
}

/** The answer's status; 599 when there is none. */
async function statusOf(url: string, init: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 599;
  }
}
