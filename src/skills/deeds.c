/* SPDX-License-Identifier: Apache-2.0 */
#include "skills/deeds.h"

static const struct {
    const char *language, *words;
    bool lead;
} deeds[] = {
    {"tr",
     "yönetimi takibi hazırlama kullanımı kontrolü düzenleme planlama uygulama geliştirme bakımı "
     "onarımı montajı kurulumu analizi tasarımı eğitimi değerlendirme raporlama inceleme "
     "araştırması organizasyonu koordinasyonu satışı yazma yazımı temizliği çizimi ölçümü sayımı "
     "kabulü dağıtımı testi oluşturma çözümü çözme okuma yükleme paketleme etiketleme karşılama "
     "toplama alma alımı açma takma çekimi dökümü döşeme kesme girişi denetimi tedariki üretimi "
     "mutabakatı optimizasyonu arşivleme işleme danışmanlığı pişirme izleme kalibrasyonu tamiri "
     "değişimi tutma siparişi programlama kaydı sevkiyatı tespiti muayenesi iletişimi",
     false},
    {"zh",
     "管理 维护 維護 分析 设计 設計 开发 開發 编写 編寫 编制 編製 制定 制作 製作 撰写 撰寫 策划 "
     "策劃 组织 組織 协调 協調 处理 處理 操作 驾驶 駕駛 检测 檢測 检验 檢驗 检查 檢查 测试 測試 "
     "监测 監測 监控 監控 控制 培训 培訓 招聘 面试 面試 核算 审核 審核 申报 申報 开具 開立 采购 "
     "採購 配送 盘点 盤點 安装 安裝 维修 維修 调试 調試 保养 保養 清洁 清潔 护理 護理 接待 办理 "
     "辦理 安排 整理 录入 輸入 统计 統計 推广 推廣 运营 營運 投放 优化 優化 审查 審查 拟定 起草 "
     "签订 簽訂 洽谈 洽談 谈判 談判 跟进 跟進 拜访 拜訪 销售 銷售 配制 校准 校準 采集 採集 批改 "
     "辅导 輔導 筛选 篩選 更换 更換 诊断 診斷 研发 研發 建设 建設 搭建 部署 预订 預訂 记录 記錄 "
     "测量 測量 搭设 浇筑 准备 準備 打包 分拣 验收 驗收 归档 歸檔 清洗 翻译 翻譯 剪辑 剪輯 拍摄 "
     "拍攝 发放 核对 核對 装卸 指导 指導 评估 評估 规划 規劃 执行 執行 修复 書寫 书写 设置",
     true},
    {"ja",
     "管理 作成 運用 運営 操作 運転 設計 開発 構築 実装 測定 検査 点検 整備 修理 交換 対応 応対 "
     "計算 "
     "発行 処理 入力 分析 解析 調査 企画 立案 制作 編集 指導 教育 育成 評価 採用 交渉 調整 手配 "
     "発注 "
     "受注 検品 梱包 出荷 仕分け 調理 清掃 洗浄 施工 組立 取付 設置 配線 溶接 塗装 加工 製造 校正 "
     "培養 採取 投与 記録 申告 監視 巡回 改善 開拓 販売 提案 支援 介助 配置 テスト レビュー 改修 "
     "保守 "
     "メンテナンス 診断 予約 報告 配信 更新 翻訳 撮影 案内 研修 面談 定義 選定 回収 締結",
     false},
    {"ko",
     "관리 작성 운영 분석 설계 개발 구축 구현 측정 검사 점검 정비 수리 교체 응대 상담 계산 발행 "
     "처리 "
     "입력 조사 기획 수립 제작 편집 지도 교육 평가 채용 협상 조율 발주 검수 포장 출하 조리 청소 "
     "시공 "
     "설치 조립 용접 도장 가공 제조 교정 배양 채취 투여 기록 신고 감시 순찰 개선 개척 발굴 판매 "
     "제안 "
     "지원 운전 조작 체결 집행 정리 접수 통제 진단 관찰 배포 검토 실시 진행 번역 촬영 안내 준비 "
     "보고 "
     "소독 계획 주문 예약 양성 유지 해결 조정 응답 삽입",
     false},
};

static size_t find(vt_str language)
{
    size_t i = 0;
    while (i < VT_COUNT(deeds) && !vt_str_eq(language, vt_str_z(deeds[i].language)))
        i++;
    return i;
}

vt_str vt_deeds_of(vt_str language)
{
    size_t i = find(language);
    return i < VT_COUNT(deeds) ? vt_str_z(deeds[i].words) : VT_STR("");
}

bool vt_deeds_lead(vt_str language)
{
    size_t i = find(language);
    return i < VT_COUNT(deeds) && deeds[i].lead;
}
