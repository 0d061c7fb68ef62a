// What a long run tells as it goes: each file when it is through, each failure when it happens, so that a run that is cut
// short has said what it knew.
import { relative } from "node:path";

const seconds = (ms) => `${String(Math.round(ms / 1000)).padStart(4)} s`;

export default class TellReporter {
  began = performance.now();

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== "failed") return;
    const [error] = errors ?? [];
    console.log(`x  ${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`);
    console.log(`   ${String(error?.stack ?? error?.message ?? "").slice(0, 1_500)}`);
    if (error?.diff) console.log(error.diff.slice(0, 1_500));
  }

  /** What the tests of a group begin or end with: when it fails none of them may have run. */
  onTestSuiteResult(suite) {
    for (const error of suite.errors()) {
      console.log(
        `x  ${relative(process.cwd(), suite.module.moduleId)} > ${suite.fullName} (what it begins or ends with)`,
      );
      console.log(`   ${String(error.stack ?? error.message).slice(0, 1_500)}`);
    }
  }

  /** Long tests say how far they are. */
  onUserConsoleLog({ content }) {
    if (process.env.TELL_PROGRESS) process.stdout.write(content);
  }

  onTestModuleEnd(module) {
    const { duration } = module.diagnostic();
    const passed = [...module.children.allTests("passed")].length;
    const failed = [...module.children.allTests("failed")].length;
    const at = seconds(performance.now() - this.began);
    console.log(
      `${at} ${relative(process.cwd(), module.moduleId)}: ${passed} passed, ${failed} failed, ${seconds(duration).trim()}`,
    );
    for (const error of module.errors()) console.log(`   ${String(error.stack ?? error.message).slice(0, 1_500)}`);
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors)
      console.log(`x  outside of every test: ${String(error.stack ?? error.message).slice(0, 1_500)}`);
  }
}
