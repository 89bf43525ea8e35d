/** Copy a field's text. */

/**
 * Copy a field's text, or leave it selected for the user to copy. `navigator.clipboard` is missing over plain HTTP in a
 * home network, and may be forbidden elsewhere: then use the old way.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(field) {
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (copied) return true;
  field.focus();
  field.select();
  return document.execCommand("copy");
}
