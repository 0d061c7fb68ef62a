/** What the store of a browser holds for its member, and a file that is shared: asked and done in the page (`page.evaluate`). */

/** Whoever opens what is not there yet makes it, without what belongs in it. */
export async function kept({ user_id, what }: { user_id: string; what: string }): Promise<boolean> {
  const there = await indexedDB.databases();
  if (!there.some(({ name }) => name === "tuppence-kept")) return false;
  return new Promise((settle) => {
    const asked = indexedDB.open("tuppence-kept");
    asked.onerror = () => settle(false);
    asked.onsuccess = () => {
      const got = asked.result.transaction("seen").objectStore("seen").get(user_id);
      got.onsuccess = () => {
        asked.result.close();
        settle(Boolean(got.result?.[what]));
      };
    };
  });
}

/** What was seen stands under another name of its member, as browsers kept it before the names changed. */
export function keepUnder({ user_id, before }: { user_id: string; before: string }): Promise<void> {
  return new Promise((settle) => {
    const asked = indexedDB.open("tuppence-kept");
    asked.onsuccess = () => {
      const work = asked.result.transaction("seen", "readwrite");
      const seen = work.objectStore("seen");
      const got = seen.get(user_id);
      got.onsuccess = () => {
        seen.put({ ...got.result, user_id: before });
        seen.delete(user_id);
      };
      work.oncomplete = () => {
        asked.result.close();
        settle();
      };
    };
  });
}

/** As a browser posts what was shared: a form, as a visit. */
export function shareFile({ bytes, name }: { bytes: number[]; name: string }): void {
  const form = Object.assign(document.createElement("form"), {
    method: "POST",
    action: "/account/rebates/share",
    enctype: "multipart/form-data",
  });
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  input.files = files.files;
  form.append(input);
  document.body.append(form);
  form.submit();
}
/** */
export function noneWaits(): Promise<boolean> {
  return new Promise((settle) => {
    const asked = indexedDB.open("tuppence-kept", 1);
    asked.onsuccess = () => {
      const got = asked.result.transaction("claims").objectStore("claims").count();
      got.onsuccess = () => {
        asked.result.close();
        settle(got.result === 0);
      };
    };
  });
}
