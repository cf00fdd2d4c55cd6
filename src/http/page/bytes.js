// Bytes, and the few functions over them that PROOF is written with.

const text = new TextEncoder();

export const encode = (string) => text.encode(string);

export function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number, big-endian in so many bytes. */
export function number(value, width) {
  const bytes = new Uint8Array(width);
  let rest = BigInt(value);
  for (let at = width - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** `LP(x)`: the length of `x` in four bytes, then `x`; text stands for its bytes. */
export function framed(part) {
  const bytes = typeof part === "string" ? encode(part) : part;
  return join(number(bytes.length, 4), bytes);
}

export const fromHex = (digits) =>
  Uint8Array.from(String(digits).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The 16 bytes of a UUID. */
export const uuid = (id) => fromHex(id.replaceAll("-", ""));

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** HMAC-SHA256 under a key, ready for many messages. */
export async function hmac(key) {
  const kept = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", kept, bytes));
}

/** Whether an Ed25519 signature is right; null where the browser has no Ed25519. */
export async function signed(publicKey, signature, bytes) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name === "NotSupportedError") return null;
    return false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature, bytes);
}
