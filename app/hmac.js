/** The HMAC-SHA-256 of a message, as hexadecimal digits. Browsers compute it in pages of this machine, and in pages with a secure connection. */
export async function hmac(key, message) {
  const encode = (text) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey("raw", encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", secret, encode(message)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
