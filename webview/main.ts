/* Entry of the page. */
import './language.ts';
import { ActivityPage } from './activity/activityPage.ts';
import { CallDetailView } from './activity/callDetail.ts';
import { ChipboardApp } from './app.ts';
import { ChipDetailView } from './chips/chipDetail.ts';
import { BlockDetail } from './context/blockDetail.ts';
import { BlockList } from './context/blockList.ts';
import { ContextGauge } from './context/contextGauge.ts';
import { PressureHistoryView } from './context/pressureHistory.ts';
import { SessionColumns } from './context/sessionColumns.ts';
import { SessionList } from './context/sessionList.ts';
import { SessionTree } from './context/sessionTree.ts';
import { SessionPicker } from './context/sessionPicker.ts';
import { ContextPage } from './context/contextPage.ts';
import { WindowStrip } from './context/windowStrip.ts';
import { TurnScrubber } from './context/turnScrubber.ts';
import { TurnTable } from './context/turnTable.ts';
import { ActForm } from './context/actForm.ts';
import { AdviceList } from './context/adviceList.ts';
import { BlockDiff } from './context/blockDiff.ts';
import { CallCostList } from './context/callCostList.ts';
import { LossBlocks } from './context/lossBlocks.ts';
import { LossExport } from './context/lossExport.ts';
import { LossRecordView } from './context/lossRecordView.ts';
import { PatchList } from './context/patchList.ts';
import { TextPages } from './context/textPages.ts';
import { ToolsCost } from './context/toolsCost.ts';
import { TurnDiff } from './context/turnDiff.ts';
import { ChipsPage } from './chips/chipsPage.ts';
import { ReplayFormView } from './chips/replayForm.ts';
import { openLink } from './link.ts';
import { AppModel } from './model.ts';
import { FileField } from './parts/fileField.ts';
import { PreviewPanel } from './parts/previewPanel.ts';
import { VirtualList } from './parts/virtualList.ts';
import { registerComponents } from './ui.ts';

registerComponents();
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'virtual-list': VirtualList,
  'file-field': FileField,
  'preview-panel': PreviewPanel,
  'replay-form': ReplayFormView,
  'chip-detail': ChipDetailView,
  'chips-page': ChipsPage,
  'call-detail': CallDetailView,
  'activity-page': ActivityPage,
  'block-detail': BlockDetail,
  'block-list': BlockList,
  'context-gauge': ContextGauge,
  'pressure-history': PressureHistoryView,
  'window-strip': WindowStrip,
  'turn-scrubber': TurnScrubber,
  'turn-table': TurnTable,
  'text-pages': TextPages,
  'block-diff': BlockDiff,
  'act-form': ActForm,
  'loss-blocks': LossBlocks,
  'loss-export': LossExport,
  'loss-record': LossRecordView,
  'patch-list': PatchList,
  'turn-diff': TurnDiff,
  'advice-list': AdviceList,
  'call-cost-list': CallCostList,
  'tools-cost': ToolsCost,
  'session-list': SessionList,
  'session-tree': SessionTree,
  'session-picker': SessionPicker,
  'session-columns': SessionColumns,
  'context-page': ContextPage,
  'chipboard-app': ChipboardApp,
};
for (const [name, element] of Object.entries(elements)) {
  customElements.define(name, element);
}

const model = new AppModel(openLink());
const app = new ChipboardApp();
app.model = model;
document.body.append(app);
void model.start();
