"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const colours = ["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"];
  const charts = [];
  const theme = () => {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue("--" + name).trim();
    return { ink: get("ink"), soft: get("soft"), line: get("line"), paper: get("paper"), accent: get("accent"),
             low: get("low"), middle: get("middle"), high: get("high") };
  };
  // Labels are drawn, never parsed as HTML: a player's name is whatever somebody typed.
  const tooltip = (c, formatter) => ({
    renderMode: "richText", confine: true, backgroundColor: c.paper, borderColor: c.line,
    textStyle: { color: c.ink, fontSize: 12 }, ...(formatter ? { formatter } : {}),
  });
  const names = (c, players, extra) => ({
    type: "category", data: players, inverse: true, axisTick: { show: false },
    axisLabel: { color: c.ink, interval: 0, fontSize: players.length > 20 ? 11 : 12 }, axisLine: { lineStyle: { color: c.line } },
    nameTextStyle: { color: c.soft }, ...extra,
  });
  const values = (c, extra) => ({
    type: "value", axisLabel: { color: c.soft, hideOverlap: true }, splitLine: { lineStyle: { color: c.line } },
    nameLocation: "middle", nameGap: 26, nameTextStyle: { color: c.soft }, ...extra,
  });
  const grid = (extra) => ({ left: 28, right: 30, top: 12, bottom: 34, containLabel: true, ...extra });
  const number = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toFixed(4))));

  const ratings = (c) => ({
    grid: grid(), xAxis: values(c, { scale: true, name: data.ratings.unit }), yAxis: names(c, data.ratings.players),
    tooltip: tooltip(c, ({ dataIndex: i }) => {
      const [middle, low, high] = data.ratings.values[i];
      const ends = low === null ? "" : ` (${low.toFixed(1)} to ${high.toFixed(1)})`;
      return `${data.ratings.players[i]}\n${middle.toFixed(1)}${ends}`;
    }),
    series: [
      { type: "custom", silent: true, encode: { x: [1, 2, 3], y: 0 },
        data: data.ratings.values.map(([middle, low, high], i) => [i, low ?? middle, high ?? middle, middle]),
        renderItem: (_params, api) => {
          const [x1, y] = api.coord([api.value(1), api.value(0)]);
          const [x2] = api.coord([api.value(2), api.value(0)]);
          const line = (a, b, d, e) => ({ type: "line", shape: { x1: a, y1: b, x2: d, y2: e }, style: { stroke: c.accent, lineWidth: 2 } });
          return { type: "group", children: [line(x1, y, x2, y), line(x1, y - 5, x1, y + 5), line(x2, y - 5, x2, y + 5)] };
        } },
      { type: "scatter", symbolSize: 11, itemStyle: { color: c.accent }, data: data.ratings.values.map(([middle], i) => [middle, i]) },
    ],
  });

  const pairs = (c) => ({
    grid: grid({ right: 12, top: 30, bottom: 8 }),
    xAxis: names(c, data.pairs.players, { inverse: false, position: "top", name: "opponent", nameLocation: "start",
      axisLabel: { color: c.ink, interval: 0, fontSize: data.pairs.players.length > 20 ? 10 : 12, rotate: data.pairs.players.length > 12 ? 90 : data.pairs.players.length > 2 ? 45 : 0 } }),
    yAxis: names(c, data.pairs.players, { name: "player", nameLocation: "end" }),
    visualMap: { show: false, min: 0, max: 1, dimension: 2, inRange: { color: [c.low, c.middle, c.high] } },
    tooltip: tooltip(c, ({ value: [x, y, rate, w, d, l] }) =>
      `${data.pairs.players[y]} against ${data.pairs.players[x]}\n${(rate * 100).toFixed(1)}%: ${w} won, ${d} drawn, ${l} lost`),
    series: [{ type: "heatmap", data: data.pairs.cells, itemStyle: { borderColor: c.paper, borderWidth: 2 },
      label: { show: data.pairs.players.length <= 12, color: c.ink, formatter: ({ value }) => String(Math.round(value[2] * 100)) } }],
  });

  const legend = (c) => ({ type: "scroll", top: 0, left: 28, right: 28, pageTextStyle: { color: c.soft }, textStyle: { color: c.ink }, itemWidth: 14, itemHeight: 10 });

  const invalid = (c) => ({
    color: colours, legend: legend(c), grid: grid({ top: 36 }), xAxis: values(c, { minInterval: 1, name: "invalid answers" }), yAxis: names(c, data.invalid.players),
    tooltip: tooltip(c, ({ name, seriesName, value }) => `${name}\n${seriesName}: ${value}`),
    series: data.invalid.classes.map(([name, counts]) => ({ name, type: "bar", stack: "all", barMaxWidth: 26, data: counts })),
  });

  const tokens = (c) => {
    const paid = data.tokens.cost.some((cost) => cost);
    const right = paid ? "48%" : 20;
    const bar = (name, counts, colour) => ({ name, type: "bar", stack: "tokens", barMaxWidth: 26, itemStyle: { color: colour }, data: counts });
    return {
      legend: legend(c),
      grid: [grid({ top: 40, right }), ...(paid ? [{ left: "58%", right: 30, top: 40, bottom: 60, containLabel: false }] : [])],
      xAxis: [values(c, { name: "tokens", axisLabel: { color: c.soft, hideOverlap: true, formatter: (v) => (v >= 1e6 ? v / 1e6 + "M" : v >= 1e3 ? v / 1e3 + "k" : v) } }),
              ...(paid ? [values(c, { gridIndex: 1, name: "dollars", axisLabel: { color: c.soft, hideOverlap: true, formatter: (v) => "$" + v } })] : [])],
      yAxis: [names(c, data.tokens.players), ...(paid ? [names(c, data.tokens.players, { gridIndex: 1, axisLabel: { show: false } })] : [])],
      tooltip: tooltip(c, ({ name, seriesName, value }) => `${name}\n${seriesName}: ${value === undefined || value === null ? "n/a" : number(value)}`),
      series: [
        bar("prompt", data.tokens.prompt, colours[1]), bar("prompt, cached", data.tokens.cached, colours[4]),
        bar("completion", data.tokens.completion, colours[0]),
        ...(paid ? [{ name: "dollars", type: "bar", barMaxWidth: 26, xAxisIndex: 1, yAxisIndex: 1, itemStyle: { color: colours[2] }, data: data.tokens.cost }] : []),
      ],
    };
  };

  const show = (id, rows, extra, option) => {
    const place = document.getElementById(id);
    if (!place) return;
    place.style.height = `${rows * (rows > 20 ? 20 : 34) + extra}px`;
    const chart = echarts.init(place, null, { renderer: "svg" });
    const draw = () => chart.setOption({ animation: false, textStyle: { fontFamily: "system-ui, sans-serif" }, ...option(theme()) }, true);
    draw();
    charts.push({ chart, draw });
  };

  document.querySelector(".plots").hidden = false;
  show("plot-ratings", data.ratings.players.length, 80, ratings);
  show("plot-pairs", data.pairs.players.length, data.pairs.players.length > 2 ? 230 : 80, pairs);
  show("plot-invalid", data.invalid.players.length, 110, invalid);
  show("plot-tokens", data.tokens.players.length, 120, tokens);
  // A suite's own charts are plain options; what is not said in them follows the page.
  data.charts.forEach((option, i) => show(`chart-${i}`, 9, 0, (c) => ({
    color: colours, backgroundColor: "transparent", ...option,
    textStyle: { color: c.ink, fontFamily: "system-ui, sans-serif", ...option.textStyle }, tooltip: { ...option.tooltip, ...tooltip(c) },
    ...(option.legend && !Array.isArray(option.legend) ? { legend: { type: "scroll", textStyle: { color: c.ink }, ...option.legend } } : {}),
  })));
  addEventListener("resize", () => charts.forEach(({ chart }) => chart.resize()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(({ draw }) => draw()));

  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const around = target && target.closest("details");
    if (around) { around.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
