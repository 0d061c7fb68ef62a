/** A file on its way to a call of our own, with how much of it has gone: `fetch` cannot tell that. */
import { CallError, type ErrorBody } from "#ui/call-error.ts";
import { session } from "./call.ts";
import { currentViewer } from "./viewer.ts";

/** `onShare` hears 0 to 100. */
export function upload<T>(path: string, form: FormData, onShare: (share: number) => void): Promise<T> {
  return new Promise((settle, fail) => {
    const token = currentViewer().user?.login_token;
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "json";
    request.setRequestHeader("accept", "application/json");
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onShare(Math.floor((loaded / total) * 100));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return settle(request.response as T);
      const error = new CallError(request.status, request.response as ErrorBody);
      if (token && request.status === 401) session.doubted();
      fail(error);
    };
    request.onerror = () => fail(new Error("The file did not get through."));
    request.send(form);
  });
}
